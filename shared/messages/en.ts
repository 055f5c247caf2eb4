/** Texts of the frame around every page, of the parts of `ui/` and of errors. */
export const en = {
  input: {
    emailMissing: 'Please enter your email address.',
    emailInvalid: 'Please enter a valid email address.',
    emailTooLong: 'This email address is too long.',
    nameTooLong: 'This name is too long.',
    nameInvalid: 'This name contains an invalid character. Type it again.',
  },
  frame: {
    skipToContent: 'Skip to content',
    skipToRadio: 'Skip to the radio',
    language: 'Language',
  },
} as const
