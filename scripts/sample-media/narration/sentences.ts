const BOUNDARY = /(?<=[.?!]["”’)]*)\s+(?=["“‘(]*[A-Z0-9])/

/** Cuts a printed block into its sentences, each with its own end mark. */
export function sentences(text: string): string[] {
  return text.split(BOUNDARY).filter((part) => /[A-Za-z0-9]/.test(part))
}
