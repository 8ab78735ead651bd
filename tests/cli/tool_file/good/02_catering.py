from smolagents import tool


@tool
def best_catering(query: str) -> str:
    """
    Gives the catering service with the best rating.

    Args:
        query: what is looked for
    Returns:
        the name of the service
    """
    ratings = {"Spoon & Fork": 4.9, "Grand Feast": 4.8, "Nine Plates": 4.7}
    return max(ratings, key=ratings.get)
# call: best_catering("near the park") -> 'Spoon & Fork'
