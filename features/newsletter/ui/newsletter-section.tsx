import { Section } from '#ui/section.tsx'
import { schedulePromise } from '#features/newsletter/terms.ts'
import { SignUpForm } from './sign-up-form.tsx'

/** The weekly letter on the landing page. */
export function NewsletterSection({ side }: { side: string }) {
  return (
    <Section
      id="newsletter"
      side={side}
      title="The Friday letter"
      lead="What went on the air, what we made, and the one or two tools worth your weekend. One letter a week, written to be read."
    >
      <div className="grid gap-10 lg:grid-cols-10">
        <div className="lg:col-span-6">
          <SignUpForm />
        </div>
        <dl className="label flex flex-col gap-4 text-dust lg:col-span-3 lg:col-start-8">
          <div className="border-t border-groove pt-4">
            <dt>Arrives</dt>
            <dd className="mt-1 text-sand">{schedulePromise}</dd>
          </div>
          <div className="border-t border-groove pt-4">
            <dt>Costs</dt>
            <dd className="mt-1 text-sand">Nothing</dd>
          </div>
          <div className="border-t border-groove pt-4">
            <dt>Ends</dt>
            <dd className="mt-1 text-sand">When you say so</dd>
          </div>
        </dl>
      </div>
    </Section>
  )
}
