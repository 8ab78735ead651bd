# grants: http, env:JOKE_KEY
import os
from typing import Any

from requests import Session
from requests.exceptions import RequestException
from smolagents import Tool


class JokeSender(Tool):
    name = "send_joke"
    description = "Sends a joke to a server."
    inputs = {"url": {"type": "string", "description": "the server"}, "joke": {"type": "any", "description": "what is sent"}}
    output_type = "any"
    skip_forward_signature_validation = True

    def setup(self):
        self.session = Session()
        self.session.headers.update({"Authorization": f"Bearer {os.environ['JOKE_KEY']}"})

    def forward(self, *args, **kwargs) -> Any:
        try:
            return self.session.post(kwargs["url"], json={"joke": kwargs["joke"]}).status_code
        except RequestException as e:
            return str(e)
# call: send_joke(url="SERVER/joke", joke=["a", None, 1.5]) -> 200
