/** A minimal sign-in page for the pageLoads bench. */
import { useDispatch, useSelector } from 'react-redux';
import { emailTyped, selectEmail, showFloor } from './floor';

function Login() {
  const email = useSelector(selectEmail);
  const dispatch = useDispatch();
  return (
    <form>
      <input
        type="email"
        aria-label="Email address"
        value={email}
        onChange={({ target }) => dispatch(emailTyped(target.value))}
      />
      <input type="password" aria-label="Password" />
    </form>
  );
}

showFloor(<Login />);
