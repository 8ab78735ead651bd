# What a loop unbinds is unbound when it comes round, also where another way to the same place has it bound.


def attempt(f, *args):
    try:
        print(f.__name__, f(*args))
    except UnboundLocalError as e:
        print(f.__name__, "unbound:", e)


def deleted_in_a_loop(times):
    x = 0
    for i in range(times):
        x += i
        if i == 1:
            del x
    return x


def deleted_behind(times):
    x, total = 1, 0
    while times:
        total += x
        times -= 1
        if times == 2:
            del x
    return total


def name_of_a_handler(values):
    error = None
    for v in values:
        try:
            10 // v
        except ZeroDivisionError as error:
            v = 0
        else:
            error = v
    return error


def comprehension_in_a_loop(times):
    rows = []
    for k in range(times):
        rows.append([k * n for n in range(k)])
    return rows, k


def comprehension_over_its_own_name(times):
    for _ in range(times):
        n = [n for n in range(3)]
        del n
    return n


def bound_on_one_way(flag):
    for i in range(3):
        if flag and i == 1:
            late = i
        if i == 2:
            return late


def handler_sees_it_unbound():
    x = 1
    for i in range(3):
        try:
            if i:
                del x
            [x for x in [1 // (i - 1)]]
        except ZeroDivisionError:
            print("handler", x)
    return x


attempt(deleted_in_a_loop, 1)
attempt(deleted_in_a_loop, 2)
attempt(deleted_in_a_loop, 3)
attempt(deleted_behind, 2)
attempt(deleted_behind, 5)
attempt(name_of_a_handler, [1, 2])
attempt(name_of_a_handler, [1, 0])
attempt(name_of_a_handler, [0, 5])
attempt(comprehension_in_a_loop, 3)
attempt(comprehension_over_its_own_name, 2)
attempt(bound_on_one_way, True)
attempt(bound_on_one_way, False)
attempt(handler_sees_it_unbound)
