import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import type { SubscriberDetail } from '#features/subscribers/contract.ts'
import { callAdminApi, adminErrorMessage, downloadFromAdminApi } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { readSuppression } from './suppression-labels.ts'

/** What a super admin may do for one person: take their data along, stop writing to them, forget them. */
export function PersonActs({ person, back, onChanged }: { person: SubscriberDetail; back: string; onChanged(): void }) {
  const { notify } = useAdmin()
  const navigate = useNavigate()
  const [why, setWhy] = useState('')
  const [refusal, setRefusal] = useState('')
  const path = `subscribers/${person.id}`

  async function act(
    call: { path: string; method: 'POST' | 'DELETE'; body?: object },
    after: () => void,
    dialog?: string,
  ) {
    setRefusal('')
    try {
      const { message } = await callAdminApi<{ message: string }>(call.path, call)
      if (dialog) (document.getElementById(dialog) as HTMLDialogElement | null)?.close()
      notify(message)
      after()
    } catch (error) {
      const words = adminErrorMessage(error) ?? 'API call failed'
      if (dialog) setRefusal(words)
      else notify(words, 'refused')
    }
  }
  const advice = releaseAdvice(person)

  return (
    <div className="flex flex-wrap gap-3">
      {advice === undefined ? null : (
        <p id="release-advice" className="basis-full text-small text-dust">
          {advice}
        </p>
      )}
      <Button
        onClick={() =>
          void downloadFromAdminApi(`${path}/export`, 'subscriber.json').catch((error: unknown) =>
            notify(adminErrorMessage(error) ?? 'API call failed', 'refused'),
          )
        }
      >
        Export their data
      </Button>
      {person.status !== 'suppressed' ? (
        <DialogTrigger for="suppress-person" onOpen={() => setRefusal('')}>
          Suppress
        </DialogTrigger>
      ) : person.can_release ? (
        <Button
          aria-describedby="release-advice"
          onClick={() => void act({ path: `${path}/release`, method: 'POST' }, onChanged)}
        >
          Release
        </Button>
      ) : null}
      <DialogTrigger for="erase-person" onOpen={() => setRefusal('')}>
        Erase
      </DialogTrigger>
      <Dialog
        id="suppress-person"
        title="Write to them never again?"
        actions={
          <>
            <Button
              variant="primary"
              onClick={() =>
                void act({ path: `${path}/suppress`, method: 'POST', body: { why } }, onChanged, 'suppress-person')
              }
            >
              Suppress
            </Button>
            <DialogClose for="suppress-person">Keep as it is</DialogClose>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <p className="text-dust">
            No letter goes to {person.email} any more, and no import or sign-up brings the address back.
          </p>
          <Field
            label="Why"
            value={why}
            maxLength={200}
            onChange={({ target }) => setWhy(target.value)}
            hint="For the next who looks."
          />
          <Refusal>{refusal}</Refusal>
        </div>
      </Dialog>
      <Dialog
        id="erase-person"
        title="Erase this person?"
        actions={
          <>
            <Button
              variant="primary"
              onClick={() =>
                void act({ path, method: 'DELETE' }, () => void navigate(back, { replace: true }), 'erase-person')
              }
            >
              Erase for good
            </Button>
            <DialogClose for="erase-person">Keep as it is</DialogClose>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <p className="text-dust">
            The address, the name and the history go, and the copies that were sent keep no address. It cannot be taken
            back. A fingerprint of the address stays, so that no import brings the person back.
          </p>
          <Refusal>{refusal}</Refusal>
        </div>
      </Dialog>
    </div>
  )
}

/** When to take a suppression back, and what follows; undefined where there is none. */
export function releaseAdvice({
  status,
  can_release: canRelease,
  suppressed_because: because,
}: Pick<SubscriberDetail, 'status' | 'can_release' | 'suppressed_because'>): string | undefined {
  if (status !== 'suppressed') return undefined
  const { reason } = readSuppression(because ?? '')
  if (!canRelease)
    return reason === 'complaint'
      ? 'This person marked a newsletter as spam, so the address cannot be released.'
      : 'This person asked to be forgotten. Only they can come back, by signing up again.'
  if (reason === 'bounce')
    return 'Mail to this address came back. Release it if it works again. The person gets the next newsletter if they were subscribed before.'
  const stays = 'After a release the person is off the list and may sign up again.'
  return reason === 'complaint'
    ? `An imported file says that this person complained. Release the address only if that is wrong. ${stays}`
    : `Release the address if it was suppressed by mistake. ${stays}`
}

function Refusal({ children }: { children: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {children ? <FieldError>{children}</FieldError> : null}
    </div>
  )
}
