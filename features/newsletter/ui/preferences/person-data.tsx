import { Download } from 'lucide-react'
import { Form } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { exportPath } from '#features/newsletter/preferences.ts'

/** Taking one's data along, and being forgotten. */
export function PersonData({ token }: { token: string }) {
  return (
    <section aria-labelledby="data-heading" className="flex flex-col gap-4 border border-groove p-6 md:p-8">
      <h2 id="data-heading" className="title">
        What we know of you
      </h2>
      <p className="measure text-dust">
        Your address, your name if you gave one, when you signed up, which letters went to you and, if you let us, which you opened. You can
        take all of it along as a file, or have it erased.
      </p>
      <div className="flex flex-wrap gap-3">
        {/* A plain form: the answer is a file, and the page stays. */}
        <form method="post" action={exportPath(token)}>
          <button type="submit" className={buttonClass('quiet')}>
            <Download size={16} strokeWidth={1.5} aria-hidden="true" />
            Download my data
          </button>
        </form>
        <Form method="post">
          <input type="hidden" name="act" value="ask-erase" />
          <button type="submit" className={buttonClass('quiet')}>
            Erase my data
          </button>
        </Form>
      </div>
    </section>
  )
}
