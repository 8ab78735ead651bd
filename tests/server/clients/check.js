// The official clients of OpenAI and Anthropic ask the fake model server, and see what it should have
// said: whole, streamed, with tool calls, as an error (replies.txt). usage: node check.js FORMAT URL
'use strict';
const assert = require('node:assert/strict');

const TEXT = 'Grüße: six times seven is forty-two.';
const THOUGHT = 'I look first.';
const ARGS = { a: 6, b: [7, 'x'] };
const ask = [{ role: 'user', content: 'six times seven?' }];

async function chat(url) {
    const OpenAI = require('openai');
    const client = new OpenAI({ apiKey: 'k', baseURL: url, maxRetries: 0 });
    const body = { model: 'm', messages: ask };
    const check = (r) => {
        assert.equal(r.choices[0].message.content, TEXT);
        assert.equal(r.choices[0].finish_reason, 'stop');
    };
    const whole = await client.chat.completions.create(body);
    check(whole);
    assert.equal(whole.usage.prompt_tokens_details.cached_tokens, 40);
    const stream = client.chat.completions.stream({ ...body, stream_options: { include_usage: true } });
    check(await stream.finalChatCompletion());
    assert.equal((await stream.totalUsage()).completion_tokens, 20);
    const call = (r) => {
        const f = r.choices[0].message.tool_calls[0].function;
        assert.equal(f.name, 'add');
        assert.deepEqual(JSON.parse(f.arguments), ARGS);
    };
    call(await client.chat.completions.create(body));
    call(await client.chat.completions.stream(body).finalChatCompletion());
    await assert.rejects(client.chat.completions.create(body), /400 no such thing/);
}

async function messages(url) {
    const Anthropic = require('@anthropic-ai/sdk');
    const client = new Anthropic({ apiKey: 'k', baseURL: url.replace(/\/v1$/, ''), maxRetries: 0 });
    const body = { model: 'm', max_tokens: 100, messages: ask };
    const check = (r) => {
        assert.deepEqual(r.content.map((b) => b.type), ['thinking', 'text']);
        assert.equal(r.content[0].thinking, THOUGHT);
        assert.equal(r.content[0].signature, 'c2ln');
        assert.equal(r.content[1].text, TEXT);
        assert.equal(r.stop_reason, 'end_turn');
        assert.equal(r.usage.cache_read_input_tokens, 40);
        assert.equal(r.usage.output_tokens, 20);
    };
    check(await client.messages.create(body));
    check(await client.messages.stream(body).finalMessage());
    const call = (r) => {
        assert.equal(r.content[0].type, 'tool_use');
        assert.deepEqual(r.content[0].input, ARGS);
        assert.equal(r.stop_reason, 'tool_use');
    };
    call(await client.messages.create(body));
    call(await client.messages.stream(body).finalMessage());
    await assert.rejects(client.messages.create(body), (e) => e.status === 400 && /no such thing/.test(e.message));
}

async function responses(url) {
    const OpenAI = require('openai');
    const client = new OpenAI({ apiKey: 'k', baseURL: url, maxRetries: 0 });
    const body = { model: 'm', input: ask };
    const check = (r) => {
        assert.equal(r.output[0].type, 'reasoning');
        assert.equal(r.output[0].summary[0].text, THOUGHT);
        assert.equal(r.output[1].content[0].text, TEXT);
        assert.equal(r.usage.input_tokens_details.cached_tokens, 40);
        assert.equal(r.status, 'completed');
    };
    const whole = await client.responses.create(body);
    check(whole);
    assert.equal(whole.output_text, TEXT);
    let text = '', thought = '';
    const stream = client.responses.stream(body);
    stream.on('response.output_text.delta', (e) => (text += e.delta));
    stream.on('response.reasoning_summary_text.delta', (e) => (thought += e.delta));
    check(await stream.finalResponse());
    assert.equal(text, TEXT);
    assert.equal(thought, THOUGHT);
    const call = (r) => assert.deepEqual(JSON.parse(r.output[0].arguments), ARGS);
    call(await client.responses.create(body));
    call(await client.responses.stream(body).finalResponse());
    await assert.rejects(client.responses.create(body), /400 no such thing/);
}

const [, , format, url] = process.argv;
({ chat, messages, responses })[format](url).then(
    () => console.log(`ok ${format}`),
    (e) => { console.error(`not ok ${format}:`, e); process.exit(1); });
