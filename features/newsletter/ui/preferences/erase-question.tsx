import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { buttonClass } from '#ui/button.tsx'

/** The second question before somebody is forgotten; it takes the place of everything else on the page. */
export function EraseQuestion({ maskedEmail }: { maskedEmail: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isErasing = useNavigation().formData?.get('act') === 'erase'
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="erase-heading" className="flex flex-col gap-5 border border-loss p-6 md:p-8">
      <h2 id="erase-heading" ref={heading} tabIndex={-1} className="title outline-none">
        Erase everything about you?
      </h2>
      <p className="measure">
        {`Your address ${maskedEmail}, your name, your history and what was counted are deleted for good, and no letter comes any more. This cannot be taken back.`}
      </p>
      <p className="measure text-small text-dust">
        A fingerprint of the address stays, from which it cannot be read back: it keeps others from putting you on the list again. Books you
        bought stay yours; they are kept with their orders.
      </p>
      <div className="flex flex-wrap gap-3">
        <Form method="post">
          <input type="hidden" name="act" value="erase" />
          <input type="hidden" name="sure" value="yes" />
          <button type="submit" aria-disabled={isErasing} className={buttonClass('primary')}>
            {isErasing ? 'Erasing...' : 'Erase for good'}
          </button>
        </Form>
        <Form method="post">
          <input type="hidden" name="act" value="keep" />
          <button type="submit" className={buttonClass('quiet')}>
            Keep it
          </button>
        </Form>
      </div>
    </section>
  )
}
