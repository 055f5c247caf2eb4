/** Texts of the frame around every page, of the parts of `ui/` and of errors. */
export const en = {
  frame: {
    skipToContent: 'Skip to content',
    skipToRadio: 'Skip to the radio',
    language: 'Language',
  },
} as const
