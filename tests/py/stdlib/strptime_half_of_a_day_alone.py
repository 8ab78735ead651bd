# %p counts where %I was read, and nowhere else.
import time
from datetime import datetime

for text, form in [("PM", "%p"), ("AM", "%p"), ("14 PM", "%H %p"), ("02 PM", "%I %p"), ("12 AM", "%I %p"),
                   ("12 PM", "%I %p"), ("PM 2024", "%p %Y"), ("30 pm", "%M %p")]:
    print(form, text, time.strptime(text, form)[3:5], datetime.strptime(text, form).hour)
