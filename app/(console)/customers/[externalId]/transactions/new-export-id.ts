/** Returns 128 random bits as 32 hexadecimal digits. `randomUUID` does not exist on pages served over plain HTTP. */
export const newExportId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
