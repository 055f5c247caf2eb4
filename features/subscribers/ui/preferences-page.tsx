import { data, redirect, Form, useNavigation } from 'react-router'
import { isAppError } from '#shared/errors.ts'
import { servicesContext } from '#shared/services.ts'
import { ActionResult } from '#ui/action-result.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { frequencyChoices, exportPath } from '#features/subscribers/preferences.ts'
import { InvalidLink } from './invalid-link.tsx'
import type { Route } from './+types/preferences-page.ts'
import { PreferencesForm } from './preferences-form.tsx'
import { useEffect, useRef } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { Download } from 'lucide-react'

export const meta = () => [{ title: pageTitle('Newsletter preferences') }, { name: 'robots', content: 'noindex' }]

/** Changes nothing, because link scanners open pages, too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const person = await context.get(servicesContext).newsletterPreferences.find(params.token)
  return data(person && { ...person, token: params.token }, { status: person ? 200 : 404 })
}

type Answer = { asksToErase?: true; outcome?: { kind: 'done' | 'refused'; message: string } }

export async function action({ params, context, request }: Route.ActionArgs) {
  const { newsletterPreferences } = context.get(servicesContext)
  const form = await request.formData()
  const act = form.get('act')
  try {
    if (act === 'ask-erase') return data<Answer>({ asksToErase: true })
    if (act === 'erase') {
      // A double click on "Erase my data" must not skip the confirmation.
      if (form.get('sure') !== 'yes') return data<Answer>({ asksToErase: true })
      return (await newsletterPreferences.erase(params.token))
        ? redirect('/newsletter?state=erased', 303)
        : data<Answer>({}, { status: 404 })
    }
    if (act === 'keep') return data<Answer>({ outcome: { kind: 'done', message: 'Your data was not erased.' } })
    const frequency = frequencyChoices.find((choice) => choice === form.get('frequency'))
    if (act !== 'save' || !frequency) return refused('Choose how often you want to get the newsletter.', 400)
    const person = await newsletterPreferences.change(params.token, {
      frequency,
      allowsTracking: form.get('tracking') === 'on',
    })
    return data<Answer>(
      person ? { outcome: { kind: 'done', message: 'Preferences saved. They apply from the next issue.' } } : {},
      {
        status: person ? 200 : 404,
      },
    )
  } catch (error) {
    if (!isAppError(error)) throw error
    return refused(error.message, error.status)
  }
}

const refused = (message: string, status: number) => data<Answer>({ outcome: { kind: 'refused', message } }, { status })

/** Preferences page of a subscriber; every issue links to it. */
export default function PreferencesPage({ loaderData: person, actionData }: Route.ComponentProps) {
  if (!person) return <InvalidLink />
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="newsletter"
        kicker="The Friday newsletter"
        title="Newsletter preferences"
        lead={`Frequency, tracking and data for ${person.maskedEmail}.`}
      />
      <div className="wrap pb-24">
        <div className="flex flex-col gap-6 lg:ml-[calc((100%+2rem)/12*2)] lg:max-w-4xl">
          <ActionResult outcome={actionData?.outcome} />
          {actionData?.asksToErase ? (
            <EraseQuestion maskedEmail={person.maskedEmail} />
          ) : (
            <>
              {/* The key resets the form to the saved values, also if the browser restored other ones. */}
              <PreferencesForm key={`${person.frequency} ${person.allowsTracking} ${person.status}`} person={person} />
              <PersonData token={person.token} />
            </>
          )}
        </div>
      </div>
    </main>
  )
}

/** Confirmation before the data is erased; it replaces the rest of the page. */
function EraseQuestion({ maskedEmail }: { maskedEmail: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isErasing = useNavigation().formData?.get('act') === 'erase'
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="erase-heading" className="flex flex-col gap-5 border border-loss p-6 md:p-8">
      <h2 id="erase-heading" ref={heading} tabIndex={-1} className="title outline-none">
        Erase your data?
      </h2>
      <p className="measure">
        {`Your address ${maskedEmail}, your name, your history and your tracking data are permanently deleted, and you get no more newsletters. This cannot be undone.`}
      </p>
      <p className="measure text-small text-dust">
        We keep a one-way hash of the address so that nobody can add you to the list again. Books you bought stay yours;
        they are stored with their orders.
      </p>
      <div className="flex flex-wrap gap-3">
        <Form method="post">
          <input type="hidden" name="act" value="erase" />
          <input type="hidden" name="sure" value="yes" />
          <button type="submit" aria-disabled={isErasing} className={buttonClass('primary')}>
            {isErasing ? 'Erasing…' : 'Erase permanently'}
          </button>
        </Form>
        <Form method="post">
          <input type="hidden" name="act" value="keep" />
          <button type="submit" className={buttonClass('quiet')}>
            {' '}
            Keep my data{' '}
          </button>
        </Form>
      </div>
    </section>
  )
}

/** Export and erasure of the person's data. */
function PersonData({ token }: { token: string }) {
  return (
    <section aria-labelledby="data-heading" className="flex flex-col gap-4 border border-groove p-6 md:p-8">
      <h2 id="data-heading" className="title">
        Your data
      </h2>
      <p className="measure text-dust">
        We store your address, your name if you gave one, when you signed up, which issues we sent you and, if you allow
        tracking, which you opened. You can download all of it or have it erased.
      </p>
      <div className="flex flex-wrap gap-3">
        {/* A plain form: the response is a file, and the page stays open. */}
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
