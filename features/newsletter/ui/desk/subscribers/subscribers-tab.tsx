import { useSearchParams } from 'react-router'
import { ReturnedMails } from './returned-mails.tsx'
import { SubscriberView } from './subscriber-view.tsx'
import { SubscribersList } from './subscribers-list.tsx'

/** Everyone who asked for the letter, one of them (`?subscriber=`), or the mail that came back of their copies (`?view=returned`). */
export function SubscribersTab() {
  const [searchParams] = useSearchParams()
  const id = searchParams.get('subscriber')
  if (id) return <SubscriberView key={id} id={id} />
  return searchParams.get('view') === 'returned' ? <ReturnedMails /> : <SubscribersList />
}
