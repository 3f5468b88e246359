import { NAUGHTY_STRINGS } from '../console/naughty-strings'

/** Text that is known to break servers: the naughty strings, with dots, control characters and lengths at the bounds of IDs. */
export const ODD_TEXT: readonly [string, ...string[]] = [
  '.',
  '..',
  '%2e%2e',
  '\0',
  'a\0b',
  '\r\n',
  '\u0085',
  '\uffff',
  'x'.repeat(256),
  'x'.repeat(257),
  'x'.repeat(3_000),
  ...NAUGHTY_STRINGS,
]
/** Invalid percent-encoding, or encoding that is not UTF-8. */
export const ODD_ENCODING = [
  '%',
  '%2',
  '%zz',
  '%u0041',
  '%c0%af',
  '%ff',
  '%ed%a0%80',
  '%f4%90%80%80',
  '%E0%A4%A',
  '%00',
  '%2F',
  '%5c',
] as const
export const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'DELETE',
  'PUT',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
] as const
export const QUERY_NAMES = ['page', 'pageSize', 'order', 'orderBy', 'Page', 'page[]', 'limit', '', '__proto__'] as const
export const QUERY_VALUES = [
  '1',
  '2',
  '20',
  '100',
  '101',
  '0',
  'asc',
  'desc',
  'up',
  'createdAt',
  '+1',
  '%31',
  '1,2',
] as const
export const CONTENT_TYPES = [
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',

  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  ';',
  'application/jsonx',
  '',
] as const satisfies readonly [string, ...string[]]
export const ODD_HEADERS = [
  'accept: text/html',
  'accept-encoding: gzip, br',
  'content-encoding: gzip',
  'expect: 100-continue',
  'expect: tea',

  'if-none-match: *',
  'range: bytes=0-1',
  'origin: https://evil.example',
  'upgrade: websocket',

  'x-http-method-override: DELETE',
  'x-forwarded-for: ::1',
  'x-original-url: /healthz',
  'cookie: a=b; __proto__=c',
  'te: trailers',
] as const satisfies readonly [string, ...string[]]
