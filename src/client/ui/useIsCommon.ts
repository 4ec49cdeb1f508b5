import { useEffect, useState } from 'react';

/**
 * Whether a password is too common. Not in the store, which never holds passwords.
 * @param check the same function at each call
 */
export function useIsCommon(password: string, check: (password: string) => Promise<boolean>): boolean {
  const [common, setCommon] = useState<string | null>(null);
  useEffect(() => {
    let isOutdated = false;
    check(password).then(
      (isCommon) => isOutdated || setCommon(isCommon ? password : null),
      () => undefined,
    );
    return () => {
      isOutdated = true;
    };
  }, [check, password]);
  return password !== '' && common === password;
}
