# options: --timeout 1
# exit: 124
import time
print('before', flush=True)
time.sleep(30)
print('after')
