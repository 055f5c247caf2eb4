import { useSearchParams } from 'react-router'
import { IssueScreen } from './issue-screen.tsx'
import { NewsletterList } from './newsletter-list.tsx'

/** Every issue and what becomes of it; the address may name one. */
export function NewslettersTab() {
  const [searchParams] = useSearchParams()
  const id = searchParams.get('issue')
  return id ? <IssueScreen key={id} id={id} /> : <NewsletterList />
}
