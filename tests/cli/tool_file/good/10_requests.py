# grants: http
import requests
from smolagents import tool


@tool
def get_joke(url: str) -> str:
    """Fetches a joke.

    Args:
        url: where jokes are
    """
    try:
        response = requests.get(url, params={"type": "short"}, headers={"Accept": "application/json"}, timeout=30)
        response.raise_for_status()
        return response.json()["joke"]
    except requests.exceptions.HTTPError as e:
        return f"no joke: {e.response.status_code}"
    except requests.exceptions.RequestException as e:
        return f"no server: {type(e).__name__}"
# call: get_joke("SERVER/joke") -> 'knock'
# call: get_joke("SERVER/none") -> 'no joke: 404'
# call: get_joke("http://10.1.2.3/") -> 'no server: ConnectionError'
