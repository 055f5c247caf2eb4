import { useEffect, useRef } from 'react'
import { CircleCheck } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'

/** Outcome of a search for books; the text is the same whether or not there are any. */
export type FindAnswer = { done: true } | { done: false; email: string; problem: string }

/** Form that requests links to all books bought with an address. Posts to `/my-books`. */
export function FindForm({ answer }: { answer: FindAnswer | undefined }) {
  const isBusy = useNavigation().state !== 'idle'
  const result = useRef<HTMLParagraphElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (answer?.done) result.current?.focus()
    else if (answer) field.current?.focus()
  }, [answer])
  return (
    <section
      aria-labelledby="find-heading"
      className="flex print:hidden flex-col gap-6 border border-groove bg-plate-raised p-6 md:p-8"
    >
      <h2 id="find-heading" className="title">
        Find my books
      </h2>
      {answer?.done ? (
        <p ref={result} tabIndex={-1} role="status" className="flex items-start gap-3 outline-none">
          <CircleCheck size={22} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-gain" />
          If books were bought with that address, we have emailed their links to it. Check the spam folder, too.
        </p>
      ) : (
        <p className="measure text-dust">
          Bought on another device, or lost the email? Enter the address you bought with, and we email you a link to
          each book.
        </p>
      )}
      <Form method="post" action="/my-books" className="flex flex-col gap-5">
        <Field
          ref={field}
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          required
          maxLength={254}
          key={answer?.done ? 'again' : 'first'}
          defaultValue={answer && !answer.done ? answer.email : ''}
          error={answer && !answer.done ? answer.problem : undefined}
        />
        <button type="submit" disabled={isBusy} className={buttonClass('primary', 'self-start')}>
          {isBusy ? 'Sending...' : 'Send me my links'}
        </button>
      </Form>
    </section>
  )
}
