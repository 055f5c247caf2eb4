import { Button } from '#ui/button.tsx'
import type { AdminData } from './use-admin-data.ts'

/** Button that loads data again after a failure; nothing if the data does not exist, because a retry is pointless. */
export function RetryButton({
  loaded: { isMissing, reload },
}: {
  loaded: Pick<AdminData<unknown>, 'isMissing' | 'reload'>
}) {
  return isMissing ? null : <Button onClick={reload}>Try again</Button>
}
