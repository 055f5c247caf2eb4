import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { Declared, type Typed } from './declaration-form.tsx'
import { momentInWords } from './moment.ts'

/** The receipt of a declaration: what was declared and when it reached us. */
export function Acknowledgement({ declaredAt, ...typed }: Typed & { declaredAt: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main id="content" tabIndex={-1} className="wrap grid gap-y-10 pt-36 pb-24 lg:grid-cols-12">
      <div className="flex flex-col gap-8 lg:col-span-8 lg:col-start-3">
        <CircleCheck size={32} strokeWidth={1.5} aria-hidden="true" className="text-gain" />
        <h1 ref={heading} tabIndex={-1} className="heading outline-none">
          We have received your withdrawal
        </h1>
        <p className="text-lead">
          Received on{' '}
          <time dateTime={declaredAt} className="figures text-[0.85em]">
            {momentInWords(declaredAt)}
          </time>
        </p>
        <Declared {...typed} />
        <p className="measure text-dust">
          The same words are on their way to {typed.email}. Keep them, or print this page. If the contract can be withdrawn from, you get
          back what you paid within 14 days, by the way you paid.
        </p>
        <div data-print="hide">
          <ButtonLink to="/">Back to Home</ButtonLink>
        </div>
      </div>
    </main>
  )
}
