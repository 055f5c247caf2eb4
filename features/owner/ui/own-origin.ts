/** Whether a form was sent from a page of this site; a browser always says where a POST comes from, and a page cannot change it. */
export function isOwnOrigin(request: Request): boolean {
  return request.headers.get('origin') === new URL(request.url).origin
}
