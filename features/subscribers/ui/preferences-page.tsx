import { data, redirect, Form, useNavigation } from 'react-router'
import { isAppError } from '#shared/errors.ts'
import { servicesContext } from '#shared/services.ts'
import { ActionResult } from '#ui/action-result.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { letterChoices, exportPath } from '#features/subscribers/preferences.ts'
import { UnknownLink } from './unknown-link.tsx'
import type { Route } from './+types/preferences-page.ts'
import { ChoiceForm } from './choice-form.tsx'
import { useEffect, useRef } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { Download } from 'lucide-react'

export const meta = () => [{ title: pageTitle('Your letter') }, { name: 'robots', content: 'noindex' }]

/** Opening the page changes nothing: link scanners open pages too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const person = await context.get(servicesContext).letterPreferences.find(params.token)
  return data(person && { ...person, token: params.token }, { status: person ? 200 : 404 })
}

type Answer = { asksToErase?: true; outcome?: { kind: 'done' | 'refused'; message: string } }

export async function action({ params, context, request }: Route.ActionArgs) {
  const { letterPreferences } = context.get(servicesContext)
  const form = await request.formData()
  const act = form.get('act')
  try {
    if (act === 'ask-erase') return data<Answer>({ asksToErase: true })
    if (act === 'erase') {
      // Pressed twice: the second question came with the answer to the first.
      if (form.get('sure') !== 'yes') return data<Answer>({ asksToErase: true })
      return (await letterPreferences.erase(params.token))
        ? redirect('/newsletter?state=erased', 303)
        : data<Answer>({}, { status: 404 })
    }
    if (act === 'keep') return data<Answer>({ outcome: { kind: 'done', message: 'Nothing was erased.' } })
    const letters = letterChoices.find((choice) => choice === form.get('letters'))
    if (act !== 'save' || !letters) return refused('Please choose how often you want to hear from us.', 400)
    const person = await letterPreferences.change(params.token, {
      letters,
      countsReading: form.get('counting') === 'on',
    })
    return data<Answer>(
      person ? { outcome: { kind: 'done', message: 'Saved. It holds from the next letter on.' } } : {},
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

/** The one page on which a person decides about the letter; its link stands in every copy. */
export default function PreferencesPage({ loaderData: person, actionData }: Route.ComponentProps) {
  if (!person) return <UnknownLink />
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="newsletter"
        kicker="The Friday letter"
        title="Your letter"
        lead={`What goes to ${person.maskedEmail}, and what we may know of it.`}
      />
      <div className="wrap pb-24">
        <div className="flex flex-col gap-6 lg:ml-[calc((100%+2rem)/12*2)] lg:max-w-4xl">
          <ActionResult outcome={actionData?.outcome} />
          {actionData?.asksToErase ? (
            <EraseQuestion maskedEmail={person.maskedEmail} />
          ) : (
            <>
              {/* What was saved is what stands there, also where the browser remembers another choice. */}
              <ChoiceForm key={`${person.letters} ${person.countsReading} ${person.status}`} person={person} />
              <PersonData token={person.token} />
            </>
          )}
        </div>
      </div>
    </main>
  )
}

/** The second question before somebody is forgotten; it takes the place of everything else on the page. */
function EraseQuestion({ maskedEmail }: { maskedEmail: string }) {
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
        A fingerprint of the address stays, from which it cannot be read back: it keeps others from putting you on the
        list again. Books you bought stay yours; they are kept with their orders.
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

/** Taking one's data along, and being forgotten. */
function PersonData({ token }: { token: string }) {
  return (
    <section aria-labelledby="data-heading" className="flex flex-col gap-4 border border-groove p-6 md:p-8">
      <h2 id="data-heading" className="title">
        What we know of you
      </h2>
      <p className="measure text-dust">
        Your address, your name if you gave one, when you signed up, which letters went to you and, if you let us, which
        you opened. You can take all of it along as a file, or have it erased.
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
