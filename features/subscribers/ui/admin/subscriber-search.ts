/** Reads the filter of the list from the page's URL; the API uses the same names. */
export function subscriberQuery(searchParams: URLSearchParams): { q: string; status: string; role: string } {
  const one = (name: string) => searchParams.get(name) ?? ''
  return { q: one('q'), status: one('status'), role: one('role') }
}

/** Returns the API path for a filter; `page` starts at 1. */
export function listPath(query: { q: string; status: string; role: string }, page: number): string {
  const params = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  if (page > 1) params.set('page', String(page))
  return `subscribers?${params.toString()}`
}

/** Returns the link to a subscriber that preserves the filter of the list. */
export function subscriberLink(searchParams: URLSearchParams, id: string): string {
  const params = new URLSearchParams(searchParams)
  params.set('subscriber', id)
  return `?${params.toString()}`
}

/** Returns the link back to the list. */
export function backLink(searchParams: URLSearchParams): string {
  const params = new URLSearchParams(searchParams)
  params.delete('subscriber')
  return `?${params.toString()}`
}

/** Returns what to change about a search without results. */
export function searchAdvice({ q, status, role }: ReturnType<typeof subscriberQuery>): string {
  const changes = [q && 'a shorter search', status && 'another status', role && 'another role'].filter(Boolean)
  return `Try ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(changes)}.`
}
