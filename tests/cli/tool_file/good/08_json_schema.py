from smolagents import Tool


class Weather(Tool):
    name = "weather_report"
    description = "Gives the weather of a city."
    inputs = {"city": {"type": "string", "description": "which one"},
              "days": {"type": ["integer", "string"], "description": "how many, or 'all'"}}
    output_type = "object"
    output_schema = {"type": "object", "properties": {"sunny": {"type": "boolean"}, "degrees": {"type": "number"}}}
    effects = "pure"

    def forward(self, city, days):
        return {"sunny": city.startswith("A"), "degrees": 20.5 if days == "all" else days}
# call: weather_report("Athens", 3) -> {'sunny': True, 'degrees': 3}
# call: weather_report("Bonn", "all") -> {'sunny': False, 'degrees': 20.5}
