import { useEffect, useRef } from 'react'
import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { EmailField } from '#ui/field.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { useSending } from '#ui/use-sending.ts'

/** Outcome of a search for books; the text is the same whether or not there are any. */
export type FindAnswer = { done: true } | { done: false; email: string; problem: string }

/**
 * Form that requests links to all books bought with an address. Posts to `/my-books`; its texts are `checkout.find`.
 */
export function FindForm({ answer }: { answer: FindAnswer | undefined }) {
  const t = useTranslations('checkout.find')
  const { isSending } = useSending()
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
        {t('title')}
      </h2>
      {answer?.done ? (
        <p ref={result} tabIndex={-1} role="status" className="flex items-start gap-3 outline-none">
          <CircleCheck size={22} className="mt-0.5 shrink-0 text-gain" />
          {t('sent')}
        </p>
      ) : (
        <p className="measure text-dust">{t('lead')}</p>
      )}
      <PostForm action="/my-books" className="flex flex-col gap-5">
        <EmailField
          ref={field}
          label={t('email')}
          placeholder={t('placeholder')}
          required
          key={answer?.done ? 'again' : 'first'}
          defaultValue={answer && !answer.done ? answer.email : ''}
          error={answer && !answer.done ? answer.problem : undefined}
        />
        <SubmitButton variant="primary" className="self-start">
          {t(isSending ? 'sending' : 'send')}
        </SubmitButton>
      </PostForm>
    </section>
  )
}
