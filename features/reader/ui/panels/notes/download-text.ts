/** Gives the visitor a text as a file. */
export function downloadText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the address only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
