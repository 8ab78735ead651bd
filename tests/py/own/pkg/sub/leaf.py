print("leaf", __name__, __package__)
