import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { quoteTitle } from '#shared/quotation-marks.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import type { IssueDetail } from '#features/issues/contract.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'

const dialogId = 'delete-draft'

/** Button that deletes a draft after a confirmation. */
export function DeleteDraft({ issue: { id, title }, onDeleted }: { issue: IssueDetail; onDeleted: () => void }) {
  const admin = useAdmin()
  const [, setSearchParams] = useSearchParams()
  const [isBusy, setBusy] = useState(false)
  async function remove() {
    setBusy(true)
    try {
      const { message } = await callAdminApi<{ message: string }>(`newsletters/${id}`, { method: 'DELETE' })
      admin.notify(message)
      onDeleted()
      setSearchParams({ tab: 'newsletters' })
    } catch (error) {
      admin.notify(adminErrorMessage(error) ?? '', 'refused')
      setBusy(false)
    }
  }
  return (
    <>
      <DialogTrigger for={dialogId} variant="bare" className="px-3">
        Delete draft
      </DialogTrigger>
      <Dialog
        id={dialogId}
        title="Delete this draft?"
        actions={
          <>
            <Button variant="primary" disabled={isBusy} onClick={() => void remove()}>
              Delete
            </Button>
            <DialogClose for={dialogId}>Keep draft</DialogClose>
          </>
        }
      >
        <p className="[overflow-wrap:anywhere]">{quoteTitle(title)} was never sent. Deleting it cannot be undone.</p>
      </Dialog>
    </>
  )
}
