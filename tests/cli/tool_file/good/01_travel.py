from typing import Optional

from smolagents import tool


@tool
def travel_time(start: str, destination: str, mode: Optional[str] = None) -> str:
    """Tells how long it takes to get from one place to another.

    Args:
        start: the place where the journey begins
        destination: the place to arrive at
        mode: how to travel: 'driving', 'walking', 'bicycling' or 'transit'. Without one it is
            'driving'.
    """
    return f"{start} - {destination}: {len(start) * 10} min, {mode or 'driving'}"
# call: travel_time("Paris", "Lyon") -> 'Paris - Lyon: 50 min, driving'
# call: travel_time("Rome", destination="Bari", mode="transit") -> 'Rome - Bari: 40 min, transit'
