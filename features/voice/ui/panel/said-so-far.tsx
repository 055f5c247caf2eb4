import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ConversationView } from '../call/conversation.ts'
import type { Entry } from '../call/transcript.ts'
import { ActionCard } from './action-card.tsx'

/** Captions of what was said, typed and done; the newest at the foot. */
export function SaidSoFar({ name, view }: { name: string; view: ConversationView }) {
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It answers with a promise in some browsers, which is no cleanup.
    foot.current?.scrollIntoView({ block: 'end' })
  }, [view.entries.length, view.isWaiting])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div role="log" aria-label="Conversation" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto p-5 md:p-6">
      {view.entries.length === 0 ? (
        <p className="text-dust">
          {view.phase === 'talking'
            ? `Say something, or type. What ${name} answers stands here as well.`
            : `Try: Who is ${name}? · Which books are free? · What is on the air?`}
        </p>
      ) : null}
      <ol className="flex flex-col gap-5">
        {view.entries.map((entry) => (
          <li key={entry.id}>
            <Said entry={entry} name={name} isTalking={view.phase === 'talking'} />
          </li>
        ))}
      </ol>
      {view.isWaiting ? <p className="mt-5 text-dust">Looking it up…</p> : null}
      <div ref={foot} />
    </div>
  )
}

function Said(props: { entry: Entry; name: string; isTalking: boolean }) {
  const { entry, name, isTalking } = props
  if (entry.from === 'note') return <p className="border-y border-groove py-2.5 text-small text-dust">{entry.text}</p>
  const speaker = entry.from === 'you' ? 'You' : entry.from === 'agent' ? name : `${name}, built-in software`
  return (
    <div className="flex flex-col gap-2">
      <p className="label text-dust">{speaker}</p>
      {entry.text ? <p className="measure [overflow-wrap:anywhere] whitespace-pre-line">{entry.text}</p> : null}
      {entry.sources.length > 0 ? (
        <p className="flex flex-wrap gap-x-4 text-small text-dust">
          <span className="inline-flex min-h-11 items-center">From:</span>
          {entry.sources.map(({ label, href }) => (
            <Link key={label + href} to={href} className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-sand">
              {label}
            </Link>
          ))}
        </p>
      ) : null}
      {entry.actions.map((action, index) => (
        <ActionCard key={action.label} action={action} isAsked={entry.isAsked && index === 0} isTalking={isTalking} />
      ))}
    </div>
  )
}
