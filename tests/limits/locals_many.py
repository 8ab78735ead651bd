# options: --max-operations 10000000
# exit: 5
# Who asks for the variables of a function pays for looking through them, also where most have no value or inner
# functions use them.
names = ["a%d" % i for i in range(4000)]
unset = "def unset(yes):\n if yes:\n  " + "\n  ".join(f"{n} = 1" for n in names) + "\n for i in range(20): locals()\n"
inner = "def inner():\n " + "\n ".join(f"{n} = 1" for n in names) + f"\n def f(): return [{','.join(names)}]\n for i in range(20): locals()\n"
exec(unset + inner)
print("made", flush=True)
unset(False)
inner()
print("forty times, for less than a hundred operations a variable")
