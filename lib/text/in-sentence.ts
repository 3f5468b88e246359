/** Returns the label for use in a sentence. */
export const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)
