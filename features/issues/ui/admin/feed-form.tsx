import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { FeedLine, FeedReply } from '#features/issues/contract.ts'
import { callDesk, deskRefusal } from '#ui/desk/call-desk.ts'

/** Lists a feed; it is read first, and what keeps it from being read is told at the field. */
export function FeedForm({ onAdded }: { onAdded(feed: FeedLine): void }) {
  const [refusal, setRefusal] = useState('')
  const [isReading, setReading] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isReading) return
    setReading(true)
    setRefusal('')
    try {
      const { feed } = await callDesk<FeedReply>('feeds', { method: 'POST', body: Object.fromEntries(new FormData(form)) })
      form.reset()
      onAdded(feed)
    } catch (error) {
      setRefusal(deskRefusal(error) ?? 'API call failed')
      form.querySelector('input')?.focus()
    }
    setReading(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field
        label="Address of a feed"
        name="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={1000}
        autoComplete="off"
        placeholder="https://example.com/feed.xml"
        hint="RSS, Atom or JSON Feed."
        error={refusal || undefined}
      />
      <div>
        <Button type="submit" aria-disabled={isReading}>
          {isReading ? 'Reading it…' : 'Add this feed'}
        </Button>
      </div>
    </form>
  )
}
