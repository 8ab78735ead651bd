"""Cells that await: their loop lasts as long as they do, and is run where code runs another."""
from . import running

cell_loop = python_run = None  # the loop; asyncio.run as it was


def run_inside(main):
    """Runs the loop while it runs, until `main` is done."""
    import asyncio
    task, current = cell_loop.create_task(main), asyncio.current_task(cell_loop)
    count = len(cell_loop._ready)  # at least as many as the turn that is under way still takes
    asyncio.tasks._leave_task(cell_loop, current)
    try:
        while not task.done():
            cell_loop._run_once()
    finally:
        while len(cell_loop._ready) < count:
            cell_loop.call_soon(int)
        asyncio.tasks._enter_task(cell_loop, current)
    return task.result()


def run_main(main, **options):
    """asyncio.run() among cells that await: on their loop, whose tasks it may wait for."""
    import asyncio
    elsewhere = asyncio._get_running_loop() not in (None, cell_loop)
    if elsewhere or cell_loop.is_closed() or not asyncio.iscoroutine(main):
        return python_run(main, **options)
    before = asyncio.all_tasks(cell_loop)
    run_loop = run_inside if cell_loop.is_running() else cell_loop.run_until_complete
    try:
        return run_loop(main)
    finally:
        left = asyncio.all_tasks(cell_loop) - before
        for task in left:
            task.cancel()
        if left and not running.cell.ended:
            async def rest():
                await asyncio.gather(*left, return_exceptions=True)
            run_loop(rest())


def make_loop():
    global cell_loop, python_run
    import asyncio
    cell_loop = asyncio.new_event_loop()
    asyncio.set_event_loop(cell_loop)
    complete = cell_loop.run_until_complete

    async def wait_for(future):
        return await future

    def run_until_complete(future):
        inside = cell_loop.is_running()
        return run_inside(wait_for(future)) if inside else complete(future)

    cell_loop.run_until_complete = run_until_complete
    python_run = python_run or asyncio.run
    asyncio.run = run_main


def run_cell(coroutine):
    if cell_loop is None or cell_loop.is_closed():
        make_loop()
    try:
        cell_loop.run_until_complete(coroutine)
    except Exception as e:
        tb = e.__traceback__
        while tb and tb.tb_frame.f_code.co_filename != running.cell.file:
            tb = tb.tb_next
        raise e.with_traceback(tb)
