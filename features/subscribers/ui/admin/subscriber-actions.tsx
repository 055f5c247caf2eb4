import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import { Field, FormError } from '#ui/field.tsx'
import type { SubscriberDetail } from '#features/subscribers/contract.ts'
import { callAdminApi, adminErrorMessage, downloadFromAdminApi } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { parseSuppression } from '#features/subscribers/suppression-labels.ts'

/** Actions of a super admin on a subscriber: export, suppress and erase. */
export function SubscriberActions({
  subscriber,
  back,
  onChanged,
}: {
  subscriber: SubscriberDetail
  back: string
  onChanged(): void
}) {
  const { notify } = useAdmin()
  const navigate = useNavigate()
  const [why, setWhy] = useState('')
  const [refusal, setRefusal] = useState('')
  const path = `subscribers/${subscriber.id}`

  async function send(
    request: { path: string; method: 'POST' | 'DELETE'; body?: object },
    after: () => void,
    dialog?: string,
  ) {
    setRefusal('')
    try {
      const { message } = await callAdminApi<{ message: string }>(request.path, request)
      if (dialog) (document.getElementById(dialog) as HTMLDialogElement | null)?.close()
      notify(message)
      after()
    } catch (error) {
      const message = adminErrorMessage(error) ?? 'API call failed'
      if (dialog) setRefusal(message)
      else notify(message, 'refused')
    }
  }
  const advice = releaseAdvice(subscriber)

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
        Export data
      </Button>
      {subscriber.status !== 'suppressed' ? (
        <DialogTrigger for="suppress-subscriber" onOpen={() => setRefusal('')}>
          Suppress
        </DialogTrigger>
      ) : subscriber.can_release ? (
        <Button
          aria-describedby="release-advice"
          onClick={() => void send({ path: `${path}/release`, method: 'POST' }, onChanged)}
        >
          Remove suppression
        </Button>
      ) : null}
      <DialogTrigger for="erase-subscriber" onOpen={() => setRefusal('')}>
        Delete
      </DialogTrigger>
      <Dialog
        id="suppress-subscriber"
        title="Suppress this address?"
        actions={
          <>
            <Button
              variant="primary"
              onClick={() =>
                void send({ path: `${path}/suppress`, method: 'POST', body: { why } }, onChanged, 'suppress-subscriber')
              }
            >
              Suppress
            </Button>
            <DialogClose for="suppress-subscriber">Cancel</DialogClose>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <p className="text-dust">
            {subscriber.email} will get no more newsletters, and imports and sign-ups will not add the address again.
          </p>
          <Field
            label="Reason (optional)"
            value={why}
            maxLength={200}
            onChange={({ target }) => setWhy(target.value)}
            hint="Shown to everyone who can sign in here, and part of the person’s data export."
          />
          <FormError>{refusal}</FormError>
        </div>
      </Dialog>
      <Dialog
        id="erase-subscriber"
        title="Delete this subscriber?"
        actions={
          <>
            <Button
              variant="primary"
              onClick={() =>
                void send({ path, method: 'DELETE' }, () => void navigate(back, { replace: true }), 'erase-subscriber')
              }
            >
              Delete permanently
            </Button>
            <DialogClose for="erase-subscriber">Cancel</DialogClose>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <p className="text-dust">
            This subscriber’s address, name and history will be deleted, including the records of the newsletters they
            received. This cannot be undone. Only anonymous statistics remain, and a one-way hash of the address, so
            that imports do not add the person again.
          </p>
          <FormError>{refusal}</FormError>
        </div>
      </Dialog>
    </div>
  )
}

/** Returns when to remove a suppression and what happens then; undefined if there is none. */
export function releaseAdvice({
  status,
  can_release: canRelease,
  suppressed_because: because,
}: Pick<SubscriberDetail, 'status' | 'can_release' | 'suppressed_because'>): string | undefined {
  if (status !== 'suppressed') return undefined
  const { reason } = parseSuppression(because ?? '')
  if (!canRelease)
    return reason === 'complaint'
      ? 'This person reported a newsletter as spam, so the suppression cannot be removed.'
      : 'The data of this person was deleted. They can only be added again if they sign up themselves.'
  if (reason === 'bounce')
    return 'Emails to this address bounced. Remove the suppression if the address works again. If the person was subscribed before, they will get newsletters again.'
  const result = 'The person will be unsubscribed but can sign up again.'
  return reason === 'complaint'
    ? `An imported file says that this person reported spam. Remove the suppression only if that is wrong. ${result}`
    : `Remove the suppression if it was set by mistake. ${result}`
}
