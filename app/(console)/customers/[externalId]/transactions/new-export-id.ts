/** 128 random bits as 32 hexadecimal digits. `randomUUID` is not there on a page that came over plain HTTP. */
export const newExportId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
