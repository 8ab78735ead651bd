own = True
