import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Returns the reply of the last action until the visitor sends another form or goes to another page. The router drops
 * it as soon as the page loads its data again by itself, or the visitor follows a link within the page.
 *
 * @param reply Action data of the page.
 */
export function useLastReply<Reply>(reply: Reply | undefined): Reply | undefined {
  const { key, pathname, search } = useLocation()
  const arrivedBy = useNavigationType()
  const page = pathname + search
  const [last, setLast] = useState({ reply, key, page })
  // The router sees a link within the page, such as the skip link, as a move in the browser's history.
  const isWithinPage = key === last.key || (page === last.page && arrivedBy === 'POP')
  const current = reply ?? (isWithinPage ? last.reply : undefined)
  if (key !== last.key || current !== last.reply) setLast({ reply: current, key, page })
  return current
}
