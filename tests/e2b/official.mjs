// E2B's own client against server.py: what it does not complain about is how E2B speaks.
// usage: node official.mjs FOLDER-OF-node_modules URL KEY     prints "ok" and ends with 0
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const [modules, url, apiKey] = process.argv.slice(2)
const { Sandbox } = createRequire(`${modules}/`)('@e2b/code-interpreter')
const options = { apiKey, apiUrl: url, sandboxUrl: url, timeoutMs: 30000 }
const mark = { smolagent: 'official & co' }

const sandbox = await Sandbox.create({ ...options, metadata: mark, allowInternetAccess: false })
assert.equal(await sandbox.isRunning(), true)

// A process: its output in pieces, standard input, both streams, its status.
const pieces = []
const cat = await sandbox.commands.run('read x; echo "got $x"; echo bad >&2; exit 3', {
  background: true, stdin: true, onStdout: text => { pieces.push(text) } })
await sandbox.commands.sendStdin(cat.pid, 'süß\n')
const failed = await cat.wait().catch(e => e)
assert.equal(failed.exitCode, 3)
assert.equal(failed.stderr, 'bad\n')
assert.equal(pieces.join(''), 'got süß\n')

// Envelopes of any size.
const big = await sandbox.commands.run('head -c 3000000 /dev/zero | tr "\\0" x')
assert.equal(big.stdout.length, 3000000)

// Environment, the end of standard input, the list, signals, an unknown process.
assert.equal((await sandbox.commands.run('echo $A', { envs: { A: 'b' } })).stdout, 'b\n')
const wc = await sandbox.commands.run('wc -c', { background: true, stdin: true })
await sandbox.commands.sendStdin(wc.pid, '12345')
await sandbox.commands.closeStdin(wc.pid)
assert.equal((await wc.wait()).stdout.trim(), '5')
const sleep = await sandbox.commands.run('sleep 60', { background: true })
assert.ok((await sandbox.commands.list()).some(p => p.pid === sleep.pid))
assert.equal(await sleep.kill(), true)
assert.match((await sleep.wait().catch(e => e)).message, /signal: killed/)
await assert.rejects(sandbox.commands.sendStdin(99999999, 'x'), /not_found|no such process/i)

// Found by its metadata, extended, measured, killed once.
const found = await Sandbox.list({ ...options, query: { metadata: mark } }).nextItems()
assert.deepEqual(found.map(s => s.sandboxId), [sandbox.sandboxId])
await sandbox.setTimeout(60000)
const info = await sandbox.getInfo()
assert.equal(info.templateId, 'code-interpreter-v1')
assert.ok(info.endAt - info.startedAt > 50000)
assert.equal(await sandbox.kill(), true)
assert.equal(await sandbox.kill(), false)
assert.equal(await sandbox.isRunning(), false)

// Refusals.
await assert.rejects(Sandbox.create('nonsense', options), e => /not found/.test(e.message))
await assert.rejects(Sandbox.create({ ...options, apiKey: apiKey.replace('0', '1') }),
  e => e.name === 'AuthenticationError')
console.log('ok')
