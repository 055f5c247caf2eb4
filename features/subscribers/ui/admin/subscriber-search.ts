/** What the list is asked for, from the page's address: the same names as the call's. */
export function subscriberQuery(searchParams: URLSearchParams): { q: string; status: string; role: string } {
  const one = (name: string) => searchParams.get(name) ?? ''
  return { q: one('q'), status: one('status'), role: one('role') }
}

/** The call's search for these; `page` from 1. */
export function listPath(query: { q: string; status: string; role: string }, page: number): string {
  const params = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  if (page > 1) params.set('page', String(page))
  return `subscribers?${params.toString()}`
}

/** The address of one person, with the way back to the list as it is now. */
export function subscriberLink(searchParams: URLSearchParams, id: string): string {
  const params = new URLSearchParams(searchParams)
  params.set('subscriber', id)
  return `?${params.toString()}`
}

/** The list a person's page was opened from. */
export function backLink(searchParams: URLSearchParams): string {
  const params = new URLSearchParams(searchParams)
  params.delete('subscriber')
  return `?${params.toString()}`
}
