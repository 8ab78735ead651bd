# Module requests as files of tools with the grant http import it: the common part of what programs use
# of it. The host makes the requests, by its own rules of what may be reached.
import base64 as _base64
import builtins as _builtins
import json as _json
import sys as _sys
import types as _types
from urllib.parse import urlencode as _urlencode

_fetch = None  # of the host: set by load.py


class RequestException(OSError):
    """A request that came to nothing, or to an answer that is an error."""

    def __init__(self, *args, request=None, response=None):
        super().__init__(*args)
        self.request, self.response = request, response


class HTTPError(RequestException):
    """The status of the answer is an error."""


class ConnectionError(RequestException, _builtins.ConnectionError):
    """There was no answer, or the place may not be asked."""


class Timeout(RequestException, TimeoutError):
    """The answer was not there in time."""


class ConnectTimeout(ConnectionError, Timeout):
    """There was no connection in time."""


class ReadTimeout(Timeout):
    """The server was silent for too long."""


class TooManyRedirects(RequestException):
    """One place leads to the next without end."""


class InvalidURL(RequestException, ValueError):
    """No URL that can be asked for."""


class MissingSchema(InvalidURL):
    """A URL without http:// or https://."""


class InvalidHeader(RequestException, ValueError):
    """A header that cannot be sent."""


class JSONDecodeError(RequestException, ValueError):
    """The answer is no JSON."""


class _Headers(dict):
    # Names are equal in any spelling; the host gives them in lower case.
    def __init__(self, given=()):
        super().__init__({str(k).lower(): v for k, v in dict(given).items()})

    def __getitem__(self, name):
        return super().__getitem__(name.lower())

    def __contains__(self, name):
        return super().__contains__(str(name).lower())

    def __setitem__(self, name, value):
        super().__setitem__(name.lower(), value)

    def get(self, name, default=None):
        return super().get(name.lower(), default)

    def update(self, given=(), **more):
        super().update(_Headers({**dict(given), **more}))


_REASONS = {200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No Content', 301: 'Moved Permanently', 302: 'Found',
            304: 'Not Modified', 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found',
            405: 'Method Not Allowed', 409: 'Conflict', 410: 'Gone', 422: 'Unprocessable Entity',
            429: 'Too Many Requests', 500: 'Internal Server Error', 502: 'Bad Gateway',
            503: 'Service Unavailable', 504: 'Gateway Timeout'}
codes = _types.SimpleNamespace(**{text.lower().replace(' ', '_'): code for code, text in _REASONS.items()})


class Response:
    """An answer, the whole of it."""

    def __init__(self, status, url, headers, content):
        self.status_code, self.url, self.content = status, url, content
        self.headers = _Headers(headers)
        self.reason = _REASONS.get(status, '')
        kind, _, charset = self.headers.get('content-type', '').partition('charset=')
        self.encoding = charset.split(';')[0].strip(' "\'') or None

    def __repr__(self):
        return f'<Response [{self.status_code}]>'

    def __bool__(self):
        return self.ok

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.close()

    def __iter__(self):
        return self.iter_content(128)

    @property
    def ok(self):
        """Is it no error?"""
        return self.status_code < 400

    @property
    def text(self):
        """The content as text, by the charset that the server names."""
        try:
            return self.content.decode(self.encoding or 'utf-8', 'replace')
        except LookupError:
            return self.content.decode('utf-8', 'replace')

    def json(self, **kwargs):
        """What the content is as JSON."""
        try:
            return _json.loads(self.content.decode(self.encoding or 'utf-8-sig'), **kwargs)
        except (ValueError, LookupError) as e:
            raise JSONDecodeError(f'the answer of {self.url} is no JSON: {e}', response=self) from None

    def raise_for_status(self):
        """HTTPError for an error."""
        if self.ok:
            return
        whose = 'Client' if self.status_code < 500 else 'Server'
        raise HTTPError(f'{self.status_code} {whose} Error: {self.reason} for url: {self.url}', response=self)

    def iter_content(self, chunk_size=1, decode_unicode=False):
        """Its pieces; all of it came already."""
        whole, size = self.text if decode_unicode else self.content, chunk_size or len(self.content) or 1
        return iter([whole[at:at + size] for at in range(0, len(whole), size)])

    def iter_lines(self, decode_unicode=False, **_):
        """Its lines."""
        return iter((self.text if decode_unicode else self.content).splitlines())

    def close(self):
        """Nothing: it is all here."""


def _pairs(given):
    pairs = given.items() if hasattr(given, 'items') else given
    return [(key, value) for key, value in pairs if value is not None]


def _with_params(url, params):
    if not params:
        return url
    more = params if isinstance(params, str) else _urlencode(_pairs(params), doseq=True)
    url, mark, fragment = url.partition('#')
    glue = '' if not more or url.endswith(('?', '&')) else '&' if '?' in url else '?'
    return url + glue + more + mark + fragment


def _body(data, json, headers):
    if json is not None and data is None:
        headers.setdefault('content-type', 'application/json')
        return _json.dumps(json, allow_nan=False).encode()
    if data is None or isinstance(data, bytes):
        return data
    if isinstance(data, str):
        return data.encode()
    if hasattr(data, 'read'):
        return _body(data.read(), None, headers)
    headers.setdefault('content-type', 'application/x-www-form-urlencoded')
    return _urlencode(_pairs(data), doseq=True).encode()


def _seconds(timeout):
    if isinstance(timeout, tuple):
        timeout = None if None in timeout else sum(timeout)
    return 60 if timeout is None else timeout


def _raise(kind, text):
    if kind == 'TimeoutError':
        raise Timeout(text)
    if kind == 'ValueError' and 'header' in text:
        raise InvalidHeader(text)
    if kind == 'ValueError':
        raise InvalidURL(text)
    raise (TooManyRedirects if 'redirects' in text else ConnectionError)(text)


def request(method, url, params=None, data=None, headers=None, auth=None, timeout=None, allow_redirects=True,
            json=None, stream=False, cookies=None):
    """Makes a request, and returns the Response."""
    url = str(url)
    if '://' not in url:
        raise MissingSchema(f"'{url}' has no http:// or https:// at its beginning")
    headers = _Headers({k: v for k, v in (headers or {}).items() if v is not None})
    if auth is not None:
        headers['authorization'] = 'Basic ' + _base64.b64encode(':'.join(auth).encode()).decode()
    if cookies:
        headers['cookie'] = '; '.join(f'{k}={v}' for k, v in dict(cookies).items())
    body = _body(data, json, headers)
    asked = {'method': method.upper(), 'url': _with_params(url, params), 'timeout': _seconds(timeout),
             'headers': {k: v.decode('latin-1') if isinstance(v, bytes) else str(v) for k, v in headers.items()},
             'stay': not allow_redirects, 'body': None if body is None else _base64.b64encode(body).decode()}
    got = _fetch(_json.dumps(asked))
    if 'error' in got:
        _raise(got['type'], got['error'])
    return Response(got['status'], got['url'], got['headers'], _base64.b64decode(got['body']))


def _method(name, redirects=True):
    def ask(url, params=None, **kwargs):
        kwargs.setdefault('allow_redirects', redirects)
        return request(name, url, params=params, **kwargs)

    def send(url, data=None, json=None, **kwargs):
        return request(name, url, data=data, json=json, **kwargs)

    made = send if name in ('POST', 'PUT', 'PATCH') else ask
    made.__name__ = made.__qualname__ = name.lower()
    made.__doc__ = f'Makes a {name} request, and returns the Response.'
    return made


get, options, head, delete = _method('GET'), _method('OPTIONS'), _method('HEAD', False), _method('DELETE')
post, put, patch = _method('POST'), _method('PUT'), _method('PATCH')


class Session:
    """What several requests have in common: headers, params, auth."""

    def __init__(self):
        self.headers, self.params, self.auth = _Headers(), {}, None

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.close()

    def close(self):
        """Nothing: no connection is kept."""

    def request(self, method, url, params=None, headers=None, auth=None, **kwargs):
        """As the function request, with what the session has."""
        if not isinstance(params, (str, bytes)):
            params = {**self.params, **dict(params or {})}
        return request(method, url, params=params, headers={**self.headers, **_Headers(headers or {})},
                       auth=auth if auth is not None else self.auth, **kwargs)

    def get(self, url, **kwargs):
        """A GET request."""
        return self.request('GET', url, **kwargs)

    def head(self, url, **kwargs):
        """A HEAD request."""
        return self.request('HEAD', url, **{'allow_redirects': False, **kwargs})

    def options(self, url, **kwargs):
        """An OPTIONS request."""
        return self.request('OPTIONS', url, **kwargs)

    def delete(self, url, **kwargs):
        """A DELETE request."""
        return self.request('DELETE', url, **kwargs)

    def post(self, url, data=None, json=None, **kwargs):
        """A POST request."""
        return self.request('POST', url, data=data, json=json, **kwargs)

    def put(self, url, data=None, json=None, **kwargs):
        """A PUT request."""
        return self.request('PUT', url, data=data, json=json, **kwargs)

    def patch(self, url, data=None, json=None, **kwargs):
        """A PATCH request."""
        return self.request('PATCH', url, data=data, json=json, **kwargs)


session = Session

exceptions = _types.ModuleType('requests.exceptions')
vars(exceptions).update({name: value for name, value in globals().items()
                         if isinstance(value, type) and issubclass(value, RequestException)})
_sys.modules['requests.exceptions'] = exceptions
