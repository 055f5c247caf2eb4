/**
 * Request header with the client's IP address, set by the server after evaluating trusted proxies. Values sent by
 * clients are dropped.
 */
export const clientAddressHeader = 'x-swade-client-address'

/** Returns the client's IP address in an action; `unknown` outside of the server. */
export function clientAddressOf(request: Request): string {
  return request.headers.get(clientAddressHeader) ?? 'unknown'
}
