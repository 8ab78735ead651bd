# A small operating-system simulation in the manner of Richards: tasks, packets, polymorphic run().
class Packet:
    def __init__(self, link, dest, kind):
        self.link, self.dest, self.kind = link, dest, kind
        self.datum, self.data = 0, [0] * 4


def append(packet, queue):
    packet.link = None
    if queue is None:
        return packet
    last = queue
    while last.link is not None:
        last = last.link
    last.link = packet
    return queue


class Task:
    def __init__(self, system, name, priority, queue):
        self.system, self.name, self.priority, self.queue = system, name, priority, queue
        self.holding = self.waiting = False
        system.add(self)

    def step(self):
        packet = self.queue
        if packet is not None:
            self.queue = packet.link
        self.waiting = False
        return self.run(packet)

    def wait(self):
        self.waiting = True
        return None

    def idle(self):
        return self.holding or (self.waiting and self.queue is None)


class Idle(Task):
    seed, left = 1, 120000

    def run(self, packet):
        self.left -= 1
        if self.left == 0:
            self.holding = True
            return None
        if self.seed & 1:
            self.seed = self.seed // 2 ^ 0xD008
            return self.system.release("device b")
        self.seed //= 2
        return self.system.release("device a")


class Worker(Task):
    turn, letter = 0, 0

    def run(self, packet):
        if packet is None:
            return self.wait()
        self.turn ^= 1
        packet.dest = "handler a" if self.turn else "handler b"
        for i in range(4):
            self.letter = self.letter % 26 + 1
            packet.data[i] = self.letter
        return self.system.send(packet)


class Handler(Task):
    work = devices = None
    done = 0

    def run(self, packet):
        if packet is not None and packet.kind == "work":
            self.work = append(packet, self.work)
        elif packet is not None:
            self.devices = append(packet, self.devices)
        job = self.work
        if job is None:
            return self.wait()
        if job.datum >= 4:
            self.work = job.link
            job.datum, job.dest = 0, "worker"
            return self.system.send(job)
        device = self.devices
        if device is None:
            return self.wait()
        self.devices = device.link
        self.done += job.data[job.datum]
        job.datum += 1
        device.dest = "device" + self.name[7:]
        return self.system.send(device)


class Device(Task):
    pending = None

    def run(self, packet):
        if packet is None:
            if self.pending is None:
                return self.wait()
            packet, self.pending = self.pending, None
            packet.dest = "handler" + self.name[6:]
            return self.system.send(packet)
        self.pending = packet
        self.holding = True
        return None


class System:
    def __init__(self):
        self.tasks, self.order, self.sent, self.held = {}, [], 0, 0

    def add(self, task):
        self.tasks[task.name] = task
        self.order.append(task)
        self.order.sort(key=lambda t: -t.priority)

    def release(self, name):
        task = self.tasks[name]
        task.holding = False
        self.held += 1
        return task

    def send(self, packet):
        self.sent += 1
        task = self.tasks[packet.dest]
        task.queue = append(packet, task.queue)
        return task

    def run(self):
        idle = self.tasks["idle"]
        while not idle.holding:
            for task in self.order:
                if not task.idle():
                    task.step()
                    break


system = System()
Idle(system, "idle", 0, None)
Worker(system, "worker", 1000, Packet(Packet(None, "worker", "work"), "worker", "work"))
Handler(system, "handler a", 2000, None)
Handler(system, "handler b", 3000, None)
Device(system, "device a", 4000, Packet(Packet(None, "device a", "device"), "device a", "device"))
Device(system, "device b", 5000, Packet(None, "device b", "device"))
system.run()
print(system.sent, system.held, [t.done for t in system.order if isinstance(t, Handler)])
