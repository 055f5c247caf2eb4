import type { ImportMode, ImportReading, ImportReport } from '#features/subscribers/import.ts'
import type { TestSite } from '#tests/support/test-site.ts'

/** Response of an import. */
export type ImportReply = { status: number; body: ImportReport & { detail: string } }

const edge = 'an-edge'

/** Builds a part of an import form; with a type, it is a file. */
export const partOf = (name: string, content: string | Buffer, type = ''): Buffer[] => [
  Buffer.from(
    `--${edge}\r\ncontent-disposition: form-data; name="${name}"${type && `; filename="list.csv"\r\ncontent-type: ${type}`}\r\n\r\n`,
  ),
  Buffer.from(content),
  Buffer.from('\r\n'),
]

/** Sends a form to the import endpoint. */
export async function sendImport(
  site: TestSite,
  headers: Record<string, string>,
  search: string,
  parts: Buffer[],
): Promise<ImportReply> {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/newsletter/admin/subscribers/import${search}`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${edge}--\r\n`)]),
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** Imports or previews a list as the admin does. */
export function importList(
  site: TestSite,
  headers: Record<string, string>,
  mode: ImportMode,
  csv: string | Buffer,
  reading: ImportReading | string = {},
): Promise<ImportReply> {
  const json = typeof reading === 'string' ? reading : JSON.stringify(reading)
  return sendImport(site, headers, `?mode=${mode}`, [...partOf('reading', json), ...partOf('file', csv, 'text/csv')])
}
