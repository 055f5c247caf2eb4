/**
 * Request header in which our own server hands an action the visitor's address, after trusted proxies were taken into
 * account. Whatever a browser sends under this name is dropped.
 */
export const clientAddressHeader = 'x-swade-client-address'

/** The visitor's address as an action sees it; `unknown` outside our server. */
export function clientAddressOf(request: Request): string {
  return request.headers.get(clientAddressHeader) ?? 'unknown'
}
