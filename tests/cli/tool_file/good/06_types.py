from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Dict, List, Literal, Optional, Tuple, Union

from smolagents.tools import tool

if TYPE_CHECKING:
    from pandas import DataFrame
try:
    import numpy as np
except ImportError:
    np = None


@tool
def describe(rows: List[Dict[str, Any]], key: Union[str, int], scale: float = 1.5, order: Literal["up", "down"] = "up",
             span: Tuple[int, int] = (0, 9)) -> Dict[str, List[float]]:
    """Gives the values under a key.

    Args:
        rows (list): the table
        key: column: its name or number
        scale: what each is multiplied by
        order: how they are sorted
        span: first and last row

    Returns:
        dict: the values under "values"

    Raises:
        KeyError: when there is no such column
    """
    values = sorted([row[str(key)] * scale for row in rows[span[0]:span[1]]], reverse=order == "down")
    return {"values": values}


@tool
def kinds(items: list, table: dict = {}, pair: tuple = (1, 2), flag: bool = False, width: Annotated[int, "mm"] = 3,
          name: str = None, maybe: Optional[list[str]] = None, anything: Any = "x", hidden: object = print) -> "list[str]":
    """Tells what came.

    Args:
        items: some
        table: named ones
        pair: two
        flag: whether
        width: how wide
        name: which
        maybe: some words
        anything: what you like
        hidden: what calls cannot give
    """
    return [type(x).__name__ for x in (items, table, pair, flag, width, name, maybe, anything, hidden)]
# call: describe([{"1": 2}, {"1": 1}], 1) -> {'values': [1.5, 3.0]}
# call: describe([{"a": 2}, {"a": 4}], "a", order="down", span=[0, 1]) -> {'values': [3.0]}
# call: describe([{"a": 2}], "b") raises KeyError
# call: describe([{"a": 2}], "a", order="left") raises TypeError
# call: kinds([]) -> ['list', 'dict', 'tuple', 'bool', 'int', 'NoneType', 'NoneType', 'str', 'builtin_function_or_method']
# call: kinds([1], {"a": 1}, [1], True, 1, "x", ["y"], 1) -> ['list', 'dict', 'list', 'bool', 'int', 'str', 'list', 'int', 'builtin_function_or_method']
# call: kinds("word") raises TypeError
