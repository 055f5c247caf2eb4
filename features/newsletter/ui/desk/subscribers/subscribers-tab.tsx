import { useSearchParams } from 'react-router'
import { SubscriberView } from './subscriber-view.tsx'
import { SubscribersList } from './subscribers-list.tsx'

/** Everyone who asked for the letter, or one of them (`?subscriber=`). */
export function SubscribersTab() {
  const [searchParams] = useSearchParams()
  const id = searchParams.get('subscriber')
  return id ? <SubscriberView key={id} id={id} /> : <SubscribersList />
}
