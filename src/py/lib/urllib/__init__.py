# Package urllib: its only part here is urllib.parse; nothing is fetched.
