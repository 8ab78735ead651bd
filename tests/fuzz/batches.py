"""Runs generated programs of a seed, some together in one process, and says which ended badly: what the drivers
in graphs/ and recursion/ have in common."""
import argparse, os, random, re, resource, subprocess, time

REPORT = rb"internal error.*|ERROR: \w+Sanitizer.*|runtime error:.*"
LATE = 300  # s: far beyond any --timeout, on a busy machine too


def text_of(head, program, seeds):
    """The programs of these seeds as one, none of which ends it."""
    out = [head]
    for seed in seeds:
        out.append(f"try: exec({program(random.Random(seed))!r}, dict(globals()))\nexcept BaseException: pass")
    return "\n".join(out)


def one(a, text, seed, stack=0):
    """None, "limit", or what is wrong; then the program is kept."""
    path = os.path.join(a.save, f"{seed}.py")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    env = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:" + os.environ.get("ASAN_OPTIONS", ""))
    small = (lambda: resource.setrlimit(resource.RLIMIT_STACK, (stack, stack))) if stack else None
    try:
        p = subprocess.run([a.binary, "python", "--no-config", "--timeout", "20", "--max-memory", "256M", path],
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env,
                           timeout=LATE, preexec_fn=small)
    except subprocess.TimeoutExpired:
        return f"{path}: runs past --timeout"
    report = re.search(REPORT, p.stderr)
    if report or p.returncode < 0 or p.returncode >= 128:
        return f"{path}: status {p.returncode}, stack {stack or 'as it is'}: {report[0].decode(errors='replace')[:300] if report else ''}"
    os.unlink(path)
    return "limit" if p.returncode else None


def arguments(doc, save):
    ap = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("binary")
    ap.add_argument("--seconds", type=float, default=120)
    ap.add_argument("--seed", type=int, default=int(time.time()) % 10**7 * 100)
    ap.add_argument("--batch", type=int, default=20)
    ap.add_argument("--save", default=save)
    return ap


def search(a, head, program, stacks=(0,)):
    """Batches until the time is over. The exit status."""
    os.makedirs(a.save, exist_ok=True)
    end, seed, limits, failed = time.monotonic() + a.seconds, a.seed, 0, 0
    while time.monotonic() < end:
        text = text_of(head, program, range(seed, seed + a.batch))
        why = one(a, text, seed, random.Random(seed).choice(stacks))
        seed += a.batch
        limits += why == "limit"
        if why and why != "limit":
            failed += 1
            print(why, flush=True)
    print(f"{seed - a.seed} programs from seed {a.seed}, {failed} batches failed, {limits} ended by a limit")
    return 1 if failed else 0
