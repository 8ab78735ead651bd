from json import JSONDecoder, JSONDecodeError
